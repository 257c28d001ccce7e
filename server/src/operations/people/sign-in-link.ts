import { newSecret } from '../../access/secrets.ts';
import type { Deps } from '../../deps.ts';
import { digestSecret } from '../../domain/tokens/secret.ts';
import type { Executor } from '../../store/database/database.ts';
import { insertLink } from '../../store/people/links.ts';

interface NewLink {
  sign_in_link: string;
  expires_at: Date;
}

/**
 * A link with which a person can sign in once; the previous one stops working. The secret follows `#`, so browsers do
 * not send it to the server: it never reaches a log, and a program that only opens the link does not use it up.
 */
export async function makeLink(
  { config, now }: Deps,
  tx: Executor,
  { personId, createdBy, origin }: { personId: string; createdBy: string; origin: string },
): Promise<NewLink> {
  const secret = newSecret('link');
  const created_at = now();
  const expires_at = new Date(created_at.getTime() + config.signInLinkSeconds * 1000);
  await insertLink(tx, {
    person_id: personId,
    digest: digestSecret(secret),
    created_by: createdBy,
    created_at,
    expires_at,
  });
  return { sign_in_link: `${origin}/sign-in#${secret}`, expires_at };
}
