import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CategorySource } from '../../cached/categories.ts';

/**
 * Categories that another node may just have created are looked up before the request is checked. Only unknown names
 * cost anything, and concurrent requests share one lookup.
 */
export function lookUpCategories(app: FastifyInstance, categories: CategorySource): void {
  app.addHook('preValidation', (request, _reply, done) => {
    if (!namesUnknown(request, categories)) return done();
    categories.refresh().then(
      () => done(),
      () => done(), // the database is unavailable: the known categories count
    );
  });
}

interface Naming {
  category?: unknown;
  filter?: { category?: unknown } | null;
  /** The fields that a bulk change sets. */
  set?: { category?: unknown } | null;
}

function namesUnknown({ body, query }: FastifyRequest, { current }: CategorySource): boolean {
  const isUnknown = (name: unknown) => typeof name === 'string' && current.find(name.trim()) === undefined;
  const names = (from: Naming | null | undefined) =>
    isUnknown(from?.category) || (Array.isArray(from?.category) && from.category.some(isUnknown));
  if (names(query as Naming)) return true;
  if (typeof body !== 'object' || body === null) return false;
  if (Array.isArray(body)) return body.some((element) => names(element as Naming | null));
  const naming: Naming = body;
  return names(naming) || names(naming.filter) || names(naming.set);
}
