"""Small faults planted in the rules of a game: cosmic-ray's, and one of our own, a statement left out.

Printed as lines of JSON, in an order that a seed decides, so that the first n of them are a sample. A fault that only
a reader could see, in an annotation, a docstring or the words of a refusal, is none."""
from __future__ import annotations

import argparse
import ast
import difflib
import json
import random
from collections.abc import Iterator
from pathlib import Path

import parso
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator
from parso.python.tree import Keyword

# One or two for every sign, as far from each other as slips are; `is` for `==` and the like are seen by nobody.
BINARY = [
    "Add_Sub", "Sub_Add", "Mul_FloorDiv", "Mul_Add", "Div_Mul", "FloorDiv_Mul", "Mod_FloorDiv", "Pow_Mul",
    "RShift_LShift", "LShift_RShift", "BitOr_BitAnd", "BitAnd_BitOr", "BitXor_BitAnd", "BitXor_BitOr"]
COMPARISON = [
    "Eq_NotEq", "NotEq_Eq", "Lt_LtE", "Lt_GtE", "LtE_Lt", "LtE_Gt", "Gt_GtE", "Gt_LtE", "GtE_Gt", "GtE_Lt",
    "Is_IsNot", "IsNot_Is"]
UNARY = ["Delete_USub", "Delete_Invert", "Delete_Not"]
OTHER = [
    "AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "NumberReplacer", "ZeroIterationForLoop",
    "ExceptionReplacer"]
NO_RULES = ("__init__", "view", "judgement", "features", "lab", "form", "schema", "pieces", "position", "checks")


class LeaveOut(Operator):
    """A statement that changes something is left out: a call, `x += 1`, `self.x = 1`, `row[3] = 1`."""

    def mutation_positions(self, node: parso.tree.NodeOrLeaf) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        if node.type == "simple_stmt" and changes(node.children[0]):
            yield node.children[0].start_pos, node.children[0].end_pos

    def mutate(self, node: parso.tree.NodeOrLeaf, index: int) -> parso.tree.NodeOrLeaf:
        gone = node.children[0]
        node.children[0] = Keyword("pass", gone.start_pos, gone.get_first_leaf().prefix)
        node.children[-1].value += "\n" * (gone.end_pos[0] - gone.start_pos[0])  # what follows keeps its lines
        return node

    @classmethod
    def examples(cls) -> tuple[()]:
        return ()


def changes(node: parso.tree.NodeOrLeaf) -> bool:
    if node.type != "expr_stmt":
        return node.type == "atom_expr"
    target, sign = node.children[:2]
    return sign.type != "annassign" and (sign != "=" or target.type == "atom_expr")


def operators() -> dict[str, Operator]:
    names = ([f"ReplaceBinaryOperator_{name}" for name in BINARY] + [f"ReplaceUnaryOperator_{name}" for name in UNARY]
             + [f"ReplaceComparisonOperator_{name}" for name in COMPARISON] + OTHER)
    return {name: get_operator(f"core/{name}")() for name in names} | {"LeaveOut": LeaveOut()}


class Meaning(ast.NodeTransformer):
    """What is left of a source when nobody reads it: no annotations, no docstrings, no words of refusals."""

    def visit_Module(self, node: ast.Module) -> ast.AST:
        """Names for nothing (`NOBODY: Final = -1`) differ from each other and from every number that counts
        something; which number below zero one of them is says nothing."""
        self.generic_visit(node)
        named = [one for one in node.body if isinstance(one, ast.AnnAssign) and is_nothing(one.value)]
        numbers = [ast.dump(one) for one in (name.value for name in named) if one]
        for name, number in zip(named, numbers, strict=True):
            name.value = ast.Constant(f"nothing {numbers.index(number)}")
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        node.annotation = ast.Constant(None)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.returns = None
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.generic_visit(node)
        node.decorator_list = []  # what the compiler may take for granted
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return ast.Pass() if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        if node.arg == "capacity":  # of a vec: how much room is made before it is needed
            node.value = ast.Constant(0)
        return self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        if isinstance(node.exc, ast.Call):
            node.exc = node.exc.func
        return node


def is_nothing(value: ast.expr | None) -> bool:
    return (isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub)
            and isinstance(value.operand, ast.Constant) and value.operand.value > 0)


def meaning(source: str) -> str:
    return ast.dump(Meaning().visit(ast.parse(source)))


def places(source: str) -> list[tuple[str, int, tuple[int, int]]]:
    """Every fault that can be planted: by which operator, its number there, where."""
    nodes = list(ast_nodes(get_ast(source)))
    return [(name, number, place) for name, operator in operators().items()
            for number, place in enumerate(start for node in nodes for start, _ in operator.mutation_positions(node))]


def mutants(files: list[Path], seed: int) -> Iterator[dict[str, object]]:
    """Every mutant that means something else, in an order of its own."""
    sources = {file: file.read_text("utf-8") for file in files}
    meant = {file: meaning(source) for file, source in sources.items()}
    found = [(file, *place) for file, source in sources.items() for place in places(source)]
    random.Random(seed).shuffle(found)
    known = operators()
    for file, name, number, (line, column) in found:
        mutated = mutate_code(sources[file], known[name], number)
        try:
            if mutated is None or meaning(mutated) == meant[file]:
                continue
        except SyntaxError:  # `not` before half an expression is no small fault
            continue
        before, after = sources[file].splitlines(), mutated.splitlines()
        change = [line for line in difflib.unified_diff(before, after, lineterm="", n=0) if line[:1] in "+-"][2:]
        yield {"file": file.name, "operator": name, "number": number, "line": line, "column": column,
               "change": [line[0] + " " + line[1:].strip() for line in change if line[1:].strip()], "source": mutated}


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("folder", type=Path)
    asked.add_argument("files", nargs="*")
    asked.add_argument("--sample", type=int, default=0, help="so many of them; 0: all")
    asked.add_argument("--seed", type=int, default=15)
    given = asked.parse_args()
    files = [given.folder / name for name in given.files] or sorted(
        path for path in given.folder.glob("*.py") if path.stem not in NO_RULES)
    for number, mutant in enumerate(mutants(files, given.seed)):
        if given.sample and number == given.sample:
            break
        print(json.dumps(mutant), flush=True)


if __name__ == "__main__":
    main()
