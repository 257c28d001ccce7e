import type { RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createDataset } from './create.ts';
import { deleteDataset } from './delete.ts';
import { exportDataset } from './export.ts';
import { reportDatasetExport } from './export-report.ts';
import { getDataset } from './get.ts';
import { listDatasets } from './list.ts';

export function datasetRoutes(deps: Deps): RouteOptions[] {
  return [
    listDatasets(deps),
    createDataset(deps),
    getDataset(deps),
    deleteDataset(deps),
    exportDataset(deps),
    reportDatasetExport(deps),
  ];
}
