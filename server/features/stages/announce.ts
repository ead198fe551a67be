// Whose open pages show the stages of a project, and fetch them again.
import { projectPeople } from '#server/db/project-relations.ts';
import type { WriteContext } from '#server/db/transaction.ts';

export async function announceStages({ tx, events }: WriteContext, projectId: number): Promise<void> {
  events.invalidateFor({ admins: true, users: await projectPeople(tx, projectId), projects: [projectId] });
}
