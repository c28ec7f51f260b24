"""A bot in thirty lines: it joins a table by its link and plays a random possible action when asked.

    python examples/bot_client.py http://127.0.0.1:8000/tables/TABLE
"""
import json
import random
import sys

import httpx


def main(link: str, name: str = "Thirty lines") -> None:
    base, _, table = link.rpartition("/tables/")
    with httpx.Client(base_url=f"{base}/api", timeout=None) as client:
        token = client.post("/guest", json={"name": name}).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        joined = client.post(f"/tables/{table}/join", json={"nonce": str(random.random())})
        seat = joined.raise_for_status().json()["seat"]
        with client.stream("GET", f"/tables/{table}/stream", params={"seat": seat}) as events:
            for line in events.iter_lines():
                if not line.startswith("data: "):
                    continue
                frame = json.loads(line[6:])
                if frame["table"]["phase"] in ("over", "abandoned"):
                    print(frame["result"])
                    return
                if frame["owes"]:
                    action = random.choice(frame["actions"])["action"]
                    answer = {"seat": seat, "decision": frame["decision"], "action": action}
                    client.post(f"/tables/{table}/play", json=answer)


if __name__ == "__main__":
    main(*sys.argv[1:])
