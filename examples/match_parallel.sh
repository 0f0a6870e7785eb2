#!/bin/sh
# A match shared out over the cores of a machine by GNU parallel.
#
#     examples/match_parallel.sh 8 examples/duel.toml
#
# Every job plays one shard of the same match. Run it again after an
# interruption: what has been played stays played.
set -eu
shards=${1:-4}
plan=${2:-examples/duel.toml}
outflank=${OUTFLANK:-outflank}

seq "$shards" | parallel --jobs "$shards" --halt soon,fail=1 \
    "$outflank match $plan --resume --concurrency 1 --shard {}/$shards --out part-{}.jsonl --report part-{}.html >part-{}.txt"
"$outflank" report part-*.jsonl --html match.html
