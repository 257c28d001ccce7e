import { type Static, Type } from 'typebox';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import { examplePage } from '../shared/shared-schemas.ts';

const name = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  minLength: 1,
  maxLength: 200,
  description: 'For people',
});

const exampleRequest = { name: 'Literature, first run', filter: { category: 'Literature' } };
const exampleDataset = {
  id: '019d8a33-a6f0-7000-8000-000000000060',
  ...exampleRequest,
  status: 'ready',
  question_count: 1,
  gone: 0,
  content_hash: 'sha256:2896f08d7e27fc2d77df460c480b155c0302e7175cfe748b249e289d484494a8',
  licenses: {
    licenses: [{ value: null, count: 1 }],
    other_licenses: 0,
    sources: [{ value: null, count: 1 }],
    other_sources: 0,
  },
  created_at: '2026-11-17T10:40:00.000Z',
  created_by: 'operator',
};

const DatasetRequest = Type.Object(
  { name: Type.Optional(name), filter: Type.Optional(Type.Unsafe<object>({ $ref: 'QuestionFilter#' })) },
  { $id: 'DatasetRequest', additionalProperties: false, examples: [exampleRequest] },
);

const counts = (description: string) =>
  Type.Array(
    Type.Object(
      { value: Type.Unsafe<string | null>({ type: ['string', 'null'] }), count: Type.Integer() },
      { additionalProperties: false },
    ),
    { description },
  );

const Dataset = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name,
    filter: Type.Unsafe<object>({ $ref: 'QuestionFilter#' }),
    status: Type.String({
      enum: ['pending', 'ready', 'failed'],
      description: 'pending: hash and licences are being computed. The questions are already frozen',
    }),
    question_count: Type.Integer(),
    gone: Type.Integer({
      description: 'Questions of the dataset that have been purged since, 30 days after they were deleted',
    }),
    content_hash: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description:
        'SHA-256 of the content of the questions in order; the same on every machine. See docs/reference/datasets.md',
    }),
    licenses: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      properties: {
        licenses: counts('Questions by `license`, for the 100 most frequent ones'),
        other_licenses: Type.Integer({ description: 'Questions with other licences' }),
        sources: counts('Questions by `source`, for the 100 most frequent ones'),
        other_sources: Type.Integer({ description: 'Questions with other sources' }),
      },
      required: ['licenses', 'other_licenses', 'sources', 'other_sources'],
      additionalProperties: false,
    }),
    created_at: Type.String({ format: 'date-time' }),
    created_by: Type.String(),
  },
  { $id: 'Dataset', additionalProperties: false, examples: [exampleDataset] },
);

const DatasetList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'Dataset#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'DatasetList',
    additionalProperties: false,
    examples: [{ data: [exampleDataset], pagination: examplePage({ total: 1 }) }],
  },
);

export const datasetPath = Type.Object({ id: Type.String({ description: 'Id of the dataset' }) });
type DatasetRequest = Static<typeof DatasetRequest>;
export const datasetSchemas = [DatasetRequest, Dataset, DatasetList];

export function datasetId(params: { id: string }): string {
  if (!isUuid(params.id)) throw datasetNotFound(params.id);
  return params.id.toLowerCase();
}

export function datasetNotFound(id: string): AppError {
  return new AppError('dataset_not_found', { detail: `No dataset has the id "${id.slice(0, 100)}".` });
}
