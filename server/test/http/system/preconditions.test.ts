import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import { expectProblem } from '../common.ts';

const service = await startTestService();

describe('If-Match', () => {
  it.each([
    ['DELETE', '/tokens/019d8a33-a6f0-7000-8000-000000000001'],
    ['DELETE', '/clients/019d8a33-a6f0-7000-8000-000000000001'],
    ['DELETE', '/v1/dismissals/019d8a33-a6f0-7000-8000-000000000001'],
  ] as const)('is rejected where nothing would compare it: %s %s', async (method, url) => {
    const reply = await service.request({ method, url, headers: { ...asOperator, 'if-match': '"1"' } });
    const { errors } = expectProblem(reply, 400, 'validation_error');
    expect(errors).toMatchObject([{ code: 'not_allowed', header: 'If-Match' }]);
  });
});
