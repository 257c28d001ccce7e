import { type Context, draftLines, pageUrls, sampleIds, writeLines } from './context.ts';
import { generateQuestions } from './question-generator.ts';
import { wrk } from './wrk.ts';

export interface Rate {
  perSecond: number;
  requests: number;
}

/** Requests of one kind, sent as fast as the service responds. */
export interface Load {
  /** Settings of the service. */
  environment: Readonly<Record<string, string>>;
  /** Generates the requests before the clock starts, and returns the function that sends them. */
  prepare(context: Context, origin: string): Promise<() => Promise<Rate>>;
}

/** With the response cache off, every page is read from the database. */
const NO_CACHE = { RESPONSE_CACHE_MB: '0' };

export const listLoad: Load = {
  environment: NO_CACHE,
  prepare: async (context, url) => {
    const urls = writeLines(context, 'pages', pageUrls(context));
    return () => wrk({ url, connections: 32, seconds: context.seconds, script: 'urls', args: [urls] });
  },
};

export const getLoad: Load = {
  environment: NO_CACHE,
  prepare: async (context, url) => {
    const ids = await sampleIds(context, 5000);
    const urls = writeLines(
      context,
      'gets',
      ids.map((id) => `/questions/${id}`),
    );
    return () => wrk({ url, connections: 32, seconds: context.seconds, script: 'urls', args: [urls] });
  },
};

/** Replies that read no page from the database. Only one URL is requested, so no Lua script slows down the load. */
export const cachedLoad = (conditional: boolean): Load => ({
  environment: {},
  prepare: async ({ seconds }, origin) => {
    const url = `${origin}/questions?category=Science&difficulty=1&limit=20`;
    const etag = (await fetch(url)).headers.get('etag') ?? '';
    return () => wrk({ url, connections: 32, seconds, headers: conditional ? { 'if-none-match': etag } : {} });
  },
});

export const postLoad = (connections: number): Load => ({
  environment: {},
  prepare: async (context, url) => {
    const bodies = writeLines(context, 'drafts', draftLines(5000, 99));
    return () => wrk({ url, connections, seconds: context.seconds, script: 'post', args: [bodies] });
  },
});

/** Rates are in rows, not requests. */
export const bulkLoad: Load = {
  environment: {},
  prepare: async (context, url) => {
    const questions = generateQuestions(5);
    const arrays = Array.from({ length: 20 }, () =>
      JSON.stringify(Array.from({ length: 1000 }, () => questions.next().value)),
    );
    const bodies = writeLines(context, 'arrays', arrays);
    return async () => {
      const run = await wrk({ url, connections: 2, seconds: context.seconds, script: 'post', args: [bodies] });
      return { perSecond: run.perSecond * 1000, requests: run.requests * 1000 };
    };
  },
};
