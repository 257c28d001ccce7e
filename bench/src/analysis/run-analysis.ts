interface Ended {
  id: string;
  status: string;
  question_count: number | null;
  error: { detail: string } | null;
}

/** Runs an analysis over HTTP and returns how long it took, in seconds. */
export async function timeAnalysis(origin: string, body: object): Promise<number> {
  const started = performance.now();
  let run = await ask(`${origin}/analysis/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'wait=30' },
    body: JSON.stringify(body),
  });
  while (run.status === 'queued' || run.status === 'running') {
    run = await ask(`${origin}/analysis/${run.id}`, { headers: { prefer: 'wait=30' } });
  }
  const seconds = (performance.now() - started) / 1000;
  if (run.status !== 'succeeded') throw new Error(`${run.status}: ${run.error?.detail}`);
  await fetch(`${origin}/analysis/${run.id}`, { method: 'DELETE' }); // otherwise the next run would reuse its result
  return seconds;
}

async function ask(url: string, init: RequestInit): Promise<Ended> {
  const reply = await fetch(url, init);
  if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Ended;
}
