import { translateDatabaseError } from '../../store/database/database-errors.ts';

const ATTEMPTS = 5;

/**
 * Retries if another request takes one of the external ids at the same moment: the next attempt finds it in the bank.
 */
export async function settleRaces<Outcome>(attempt: () => Promise<Outcome>): Promise<Outcome> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts === ATTEMPTS || translateDatabaseError(error)?.code !== 'external_id_taken') throw error;
    }
  }
}
