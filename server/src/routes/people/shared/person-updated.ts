import type { AppEvent } from '../../../domain/events.ts';
import type { Person } from '../../../store/people/people.ts';

/**
 * The event does not contain the address. No mail is sent to the previous address, so a change is only noticed by the
 * event.
 */
export function personUpdated(
  { id: resource_id, version, updated_at }: Person,
  changed: readonly string[],
  actor: string,
): AppEvent {
  return { type: 'person.updated', resource_id, version, changed, actor, occurred_at: updated_at };
}
