/** The parts of an OpenAPI document that this service fills in. */
export interface ApiDocument {
  components: {
    schemas: Record<string, ApiSchema>;
    headers?: object;
    parameters?: object;
    responses?: object;
    examples?: Record<string, ApiExample>;
  };
  /** Every operation with its method in lower case. */
  operations: readonly (readonly [method: string, operation: ApiOperation])[];
}

export interface ApiOperation {
  operationId: string;
  tags: string[];
  security: readonly object[];
  parameters?: ApiParameter[];
  requestBody?: { content: Record<string, ApiMedia> };
  responses: Record<string, ApiResponse>;
}

/** Or a reference to one. */
export interface ApiParameter {
  $ref?: string;
  in?: string;
  name?: string;
  schema?: { explode?: boolean };
  style?: string;
  explode?: boolean;
}

/** Or a reference to one. */
export interface ApiResponse {
  $ref?: string;
  headers?: Record<string, object>;
  content?: Record<string, ApiMedia>;
}

export interface ApiMedia {
  schema: ApiSchema;
  example?: unknown;
  examples?: Record<string, ApiExample | { $ref: string }>;
}

interface ApiExample {
  summary?: string;
  value: unknown;
}

interface ApiSchema {
  $ref?: string;
  examples?: readonly unknown[];
}
