import type { FastifyInstance, FastifyRequest } from 'fastify';

type Route = FastifyRequest['routeOptions']['config'];

declare module 'fastify' {
  interface FastifyRequest {
    /** The declarations of the route, with its `url`. Fastify creates the object of `routeOptions` on each access. */
    readonly route: Route;
    knownRoute: Route | null;
  }
}

/** Call first: every other hook may need it. */
export function rememberRoute(app: FastifyInstance): void {
  app.decorateRequest('knownRoute', null);
  app.decorateRequest('route', {
    getter(this: FastifyRequest) {
      this.knownRoute ??= this.routeOptions.config;
      return this.knownRoute;
    },
  });
}
