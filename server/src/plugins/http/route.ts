import type { FastifyInstance, FastifyRequest } from 'fastify';

type Route = FastifyRequest['routeOptions']['config'];

declare module 'fastify' {
  interface FastifyRequest {
    /** What the route says of itself, with its `url`. Fastify makes the object of `routeOptions` anew each time it is asked for. */
    readonly route: Route;
    knownRoute: Route | null;
  }
}

/** Call first: every other hook may ask for it. */
export function rememberRoute(app: FastifyInstance): void {
  app.decorateRequest('knownRoute', null);
  app.decorateRequest('route', {
    getter(this: FastifyRequest) {
      this.knownRoute ??= this.routeOptions.config;
      return this.knownRoute;
    },
  });
}
