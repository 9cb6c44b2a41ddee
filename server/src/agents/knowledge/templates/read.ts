import type { templateOperations } from '@svc/schema'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { effectiveTemplates, findTemplate } from './effective.ts'

type Verbs = Handlers<typeof templateOperations>

export const listTemplates: Verbs['listTemplates'] = async ({ ctx, input }) => {
  const templates = await effectiveTemplates(ctx, input.project)
  const items = templates
    .filter(({ category }) => input.category === 'all' || category === input.category)
    .map(({ content: _, ...template }) => template)
  return { items, nextCursor: null }
}

export const getTemplate: Verbs['getTemplate'] = ({ ctx, input }) =>
  findTemplate(ctx, input.id, input.project)
