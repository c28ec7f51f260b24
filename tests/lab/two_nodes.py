"""A Ray cluster of two nodes here, one of them killed during the run: `python -m tests.lab.two_nodes FOLDER`."""
from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from chateaux.lab.engines import on_ray, run
from chateaux.lab.folder import Folder
from chateaux.lab.setting import Batch

PATIENCE = 120.0  # seconds
NODE = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": 2**27}


def main(path: Path) -> None:
    """Play what is missing in a folder; tell beside it which batches were finished, and how many nodes are left."""
    short = tempfile.mkdtemp(prefix="ray")  # Ray's sockets are in it, and their names must not be long
    (Path(short) / "ray").mkdir()  # where it writes down its address, and makes no folder for that
    os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_TMPDIR": short}
    import ray
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={**NODE, "temp_dir": short})
    doomed = cluster.add_node(**NODE)
    ray.init(address=cluster.address, log_to_driver=False, logging_level="ERROR")
    finished: list[Batch] = []

    def told(batch: Batch) -> None:
        finished.append(batch)
        if len(finished) == 2:
            cluster.remove_node(doomed, allow_graceful=False)

    run(Folder.open(path), on_ray(cluster.address), told)
    until = time.monotonic() + PATIENCE
    while (alive := sum(bool(node["Alive"]) for node in ray.nodes())) > 1 and time.monotonic() < until:
        time.sleep(0.1)  # a cluster notices a death by and by
    path.with_name("told.json").write_text(json.dumps({"finished": [batch.name for batch in finished], "alive": alive}))
    ray.shutdown()
    cluster.shutdown()
    shutil.rmtree(short, ignore_errors=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
