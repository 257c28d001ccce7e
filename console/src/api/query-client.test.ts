import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { FreshQueryClient } from './query-client.ts';

describe('a first load', () => {
  it('is repeated if something changes while it is in progress', async () => {
    const client = new FreshQueryClient();
    const loads: ((value: string) => void)[] = [];
    const queryFn = () => new Promise<string>((resolve) => loads.push(resolve));
    const observer = new QueryObserver(client, { queryKey: ['questions', 'trash'], queryFn });
    const end = observer.subscribe(() => {});
    const invalidated = client.invalidateQueries({ queryKey: ['questions'] });
    loads[0]?.('before');
    await expect.poll(() => loads.length).toBe(2);
    loads[1]?.('after');
    await invalidated;
    expect(observer.getCurrentResult().data).toBe('after');
    end();
  });

  it('is not repeated if nothing changes', async () => {
    const client = new FreshQueryClient();
    let loads = 0;
    const queryFn = async () => (loads += 1);
    await client.prefetchQuery({ queryKey: ['questions'], queryFn });
    await client.invalidateQueries({ queryKey: ['analyses'] });
    expect(loads).toBe(1);
  });
});
