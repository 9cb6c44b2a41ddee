import type { templateOperations } from '@svc/schema'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { type EffectiveTemplate, effectiveTemplates, findTemplate } from './effective.ts'

type Verbs = Handlers<typeof templateOperations>

export const listTemplates: Verbs['listTemplates'] = async ({ ctx, input }) => {
  const templates = await effectiveTemplates(ctx, input.project)
  const items = templates
    .filter(({ category }) => input.category === 'all' || category === input.category)
    .map(withoutContent)
  return { items, nextCursor: null }
}

const withoutContent = ({ content: _, ...template }: EffectiveTemplate) => template

export const getTemplate: Verbs['getTemplate'] = ({ ctx, input }) =>
  findTemplate(ctx, input.id, input.project)
