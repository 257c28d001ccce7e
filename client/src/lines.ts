/** Yields the lines of a file as they arrive, without the whole file in memory. */
export async function* lines(file: Response): AsyncGenerator<string, void, undefined> {
  let rest = '';
  const reader = file.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done = true, value = '' } = (await reader?.read()) ?? {};
    const [first = '', ...others] = value.split('\n');
    rest += first;
    for (const line of others) {
      yield rest;
      rest = line;
    }
    if (done) break;
  }
  if (rest !== '') yield rest;
}
