/** Milliseconds of processor time of this thread, independent of other load of the machine. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
