// What the types of the DOM cannot know of our pages: a selector finds an element of HTML, whose kind the template says,
// and events start at elements.
interface ParentNode {
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}
interface Element {
  closest(selectors: string): HTMLElement | null;
  readonly dataset: DOMStringMap;
  hidden: boolean;
  disabled: any;
  readonly offsetTop: number;
  viewBox: any;
  close(value?: string): void;
  focus(options?: FocusOptions): void;
  moveBefore?(node: Node, child: Node | null): void;
}
interface HTMLElement {
  value: any;
  href: any;
  content: any;
  checked: any;
  open: any;
  files: any;
  placeholder: any;
  elements: any;
  returnValue: any;
  options: any;
  hash: any;
  pathname: any;
  name: any;
  select(): void;
  showModal(): void;
}
interface EventTarget {
  closest?(selectors: string): HTMLElement | null;
  matches?(selectors: string): boolean;
  querySelector?(selectors: string): HTMLElement | null;
  value: any;
  files: any;
  elements: any;
  id: any;
}
interface Event {
  readonly detail: any;
  readonly pointerType: any;
}
