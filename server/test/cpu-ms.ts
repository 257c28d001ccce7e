/** Milliseconds that this thread has computed: what else the machine does meanwhile says nothing. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
