import type { documentOperations } from '@svc/schema'
import type { Handlers } from '../../kernel/operation-handlers.ts'
import { visibleProject } from '../../projects/visible-projects.ts'
import { writeDocument } from '../write-document.ts'
import type { DocumentReader } from './document-reader.ts'
import { toDocumentPath } from './path.ts'

type Verbs = Handlers<typeof documentOperations>

/** Creates or revises one document. */
export const putDocument =
  (reader: DocumentReader): Verbs['putDocument'] =>
  async ({ ctx, input }) => {
    const { title, visibility, baseRevision } = input
    const project = await visibleProject(ctx, input.project)
    const path = toDocumentPath(input.path)
    const text = await reader.read(ctx.caller.organizationId, input.content)
    const { document, isChanged } = await ctx.store.write((db) =>
      writeDocument(db, ctx, {
        projectId: project.id,
        path,
        text,
        title,
        visibility,
        baseRevision,
        source: 'rest',
      }),
    )
    return { ...document, isChanged }
  }
