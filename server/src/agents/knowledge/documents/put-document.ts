import type { documentOperations } from '@svc/schema'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { useProject } from '../../../people/accounts/active-project.ts'
import { visibleProject } from '../../../people/projects/visible-projects.ts'
import { storeDocument } from '../store-documents.ts'
import { writeDocument } from '../write-document.ts'
import type { DocumentReader } from './document-reader.ts'
import { UNPRINTABLE } from './front-matter.ts'
import { toDocumentPath } from './path.ts'

type Verbs = Handlers<typeof documentOperations>

/** Creates or revises one document. */
export const putDocument =
  (reader: DocumentReader): Verbs['putDocument'] =>
  async ({ ctx, input }) => {
    const { title, visibility, baseRevision } = input
    const project = await visibleProject(ctx, input.project)
    const path = toDocumentPath(input.path)
    if (title !== undefined && UNPRINTABLE.test(title))
      throw new Problem('INVALID_REQUEST', 'title must have one line, without control characters.')
    const text = await reader.read(ctx.caller.organizationId, input.content)
    const write = {
      projectId: project.id,
      path,
      text,
      title,
      visibility,
      baseRevision,
      source: 'rest',
    } as const
    const { document, isChanged } = await storeDocument(ctx, write, (db, prepared) =>
      writeDocument(db, ctx, prepared),
    )
    await useProject(ctx.store, ctx.caller, project.id)
    return { ...document, isChanged }
  }
