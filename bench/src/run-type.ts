import { Ajv2020 } from 'ajv/dist/2020.js';
import type { AnalysisType, Finished, Part, ShardInput, TextRow } from '../../server/src/analysis/analysis-type.ts';
import { findAnalysisType } from '../../server/src/analysis/index.ts';
import { questionFlaws } from '../../server/src/domain/questions/features.ts';

const ajv = new Ajv2020({ useDefaults: true, strict: false });
ajv.addFormat('uuid', /^[0-9a-f-]{36}$/u);
ajv.addSchema({ $id: 'QuestionFilter', type: 'object' });

/** Runs an analysis type on questions without a service. `others` is the second set of a type that compares two. */
export async function runType(
  name: string,
  asked: readonly TextRow[],
  given: object = {},
  others?: readonly TextRow[],
): Promise<Finished> {
  const type = findAnalysisType(name);
  const parameters = structuredClone(given);
  if (!ajv.compile(type.parameters)(parameters)) throw new Error(`invalid parameters of ${name}`);
  return 'gather' in type
    ? type.gather(partsOf(type, parameters, asked, others), parameters, {
        dismissed: [],
        dismissedRows: [],
        readQuestions: async (versions) => asked.filter((row) => versions.some(({ id }) => id === row.id)),
      })
    : type.finish(type.map(inputOf(type, parameters, asked), parameters), parameters);
}

/** Builds the input that a shard of the service would read. */
function inputOf(type: AnalysisType, parameters: object, asked: readonly TextRow[]): ShardInput {
  const source = type.source(parameters);
  if (source === 'texts') return { source, rows: asked };
  if (source === 'cells')
    return {
      source,
      rows: asked.map(({ category, difficulty, topic_focus }) => ({ category, difficulty, topic_focus, count: 1 })),
    };
  const flawed = asked.map((row) => ({
    category: row.category,
    ...questionFlaws(row),
    dismissed: 0,
    count: 1,
    ids: [row.id],
    versions: [row.version],
  }));
  return { source, rows: flawed };
}

function partsOf(type: AnalysisType, parameters: object, ...populations: (readonly TextRow[] | undefined)[]) {
  if (!('gather' in type)) throw new Error(`${type.name} has no gather step`);
  const parts = populations.flatMap((members, population): Part<unknown>[] =>
    members === undefined
      ? []
      : [{ population, partial: type.map(inputOf(type, parameters, members), parameters, population) }],
  );
  return {
    async *[Symbol.asyncIterator]() {
      yield* parts;
    },
  };
}
