import type { RouteOptions } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createAssignment } from './create.ts';
import { assignInBulk } from './create-in-bulk.ts';
import { deleteAssignment } from './delete.ts';
import { getAssignment } from './get.ts';
import { listAssignments } from './list.ts';
import { updateAssignment } from './update.ts';

export function assignmentRoutes(deps: Deps): RouteOptions[] {
  return [
    listAssignments(deps),
    createAssignment(deps),
    assignInBulk(deps),
    getAssignment(deps),
    updateAssignment(deps),
    deleteAssignment(deps),
  ];
}
