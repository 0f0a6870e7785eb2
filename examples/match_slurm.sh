#!/bin/sh
# A match shared out over the machines of a cluster: a Slurm array.
#
#     sbatch --array=1-16 examples/match_slurm.sh examples/duel.toml
#     outflank report part-*.jsonl --html match.html      # when all are done
#
# A job that is killed and requeued goes on where it was.
#SBATCH --job-name=outflank-match
#SBATCH --cpus-per-task=1
#SBATCH --time=04:00:00
#SBATCH --requeue
set -eu
plan=${1:-examples/duel.toml}
outflank=${OUTFLANK:-outflank}
shard=$SLURM_ARRAY_TASK_ID

exec "$outflank" match "$plan" --resume --concurrency "${SLURM_CPUS_PER_TASK:-1}" \
    --shard "$shard/$SLURM_ARRAY_TASK_COUNT" --out "part-$shard.jsonl" --report "part-$shard.html"
