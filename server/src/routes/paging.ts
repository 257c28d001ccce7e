import { AppError } from '../errors.ts';

export function refuseCursorWithOffset(cursor: string | undefined, offset: number | undefined): void {
  if (cursor === undefined || offset === undefined) return;
  const detail = 'Give cursor or offset, not both.';
  throw new AppError('conflicting_parameters', {
    detail,
    errors: ['cursor', 'offset'].map((parameter) => ({ code: 'conflicting_parameters', detail, parameter })),
  });
}
