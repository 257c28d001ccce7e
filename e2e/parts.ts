/**
 * The parts of the release check that run end to end, with the files whose tests tagged `release` belong to each. A file
 * in `RELEASE_ONLY` has no test in the gate, which does not even load it.
 */
export const RELEASE: Readonly<Record<string, readonly string[]>> = {
  faults: ['analysis-faults', 'write-faults', 'write-exhaustion', 'full-disk', 'clock-jump', 'silent-database', 'stop'],
  nodes: ['access-nodes', 'events-replica', 'replica', 'redis', 'rolling-restart', 'upgrade', 'lock-out'],
  webhooks: ['webhooks', 'webhook-receivers'],
  backup: ['backup', 'backup-times'],
  packaging: ['image', 'kubernetes', 'systemd', 'monitoring', 'package', 'tutorials'],
  clients: ['cli-shells', 'cli-terminal', 'cli-package'],
};

export const RELEASE_ONLY: readonly string[] = [];
