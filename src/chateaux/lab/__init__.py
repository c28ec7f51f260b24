"""The lab: is the first seat better, how long does it take, which piece is too strong, does a change help?

`setting` says what is played, `playing` plays a batch of it, `folder` keeps what was played, `engines` spread the
batches over processes or a Ray cluster. `summary` draws figures from a folder, `verdicts` says them, `charts` and
`page` show them; `compare` sets two folders side by side, `tune` searches. Of all this only `setting`, `verdicts` and
`kept` do without the extra `lab`.
"""
