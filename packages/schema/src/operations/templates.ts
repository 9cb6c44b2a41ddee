import { z } from 'zod'
import { operations, readsKnowledge, writesKnowledge } from '../operation.ts'
import { pageOf } from '../page.ts'
import { ProjectSlug } from '../shapes.ts'

const Category = z.enum(['architecture', 'patterns', 'contracts'])

const TemplatePath = z
  .string()
  .max(200)
  .regex(
    /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*$/,
    'must be lowercase words of a to z, digits and hyphens, separated by /',
  )

const Template = z.object({
  id: z.string().describe('A UUID; for a built-in template, its path.'),
  path: z
    .string()
    .describe(
      'Unique for a project: its own template overrides the organization’s, which overrides the built-in one.',
    ),
  category: Category,
  title: z.string(),
  source: z.enum(['built-in', 'organization', 'project']),
  updatedAt: z.iso.datetime().nullable().describe('Null for a built-in template.'),
  author: z.string().nullable(),
})

const TemplateWithContent = Template.extend({ content: z.string().describe('Markdown with front matter.') })

export const templateOperations = operations({
  listTemplates: {
    summary:
      'Lists the templates that apply to a project, sorted by path; without a project, those of the organization.',
    method: 'GET',
    path: '/api/templates',
    ...readsKnowledge,
    input: z.strictObject({
      project: ProjectSlug.optional(),
      category: z.enum(['all', ...Category.options]).default('all'),
    }),
    output: pageOf(Template),
  },
  getTemplate: {
    summary: 'Returns a template with its content. `id` is an id or a path (with %2F for /).',
    method: 'GET',
    path: '/api/templates/:id',
    ...readsKnowledge,
    input: z.strictObject({ id: z.string().min(1).max(200), project: ProjectSlug.optional() }),
    output: TemplateWithContent,
  },
  putTemplate: {
    summary:
      'Creates or replaces a template of a project, or of the whole organization (admins). It overrides the template of the same path.',
    method: 'PUT',
    path: '/api/templates',
    ...writesKnowledge,
    input: z.strictObject({
      project: ProjectSlug.optional().describe('Absent: for all projects of the organization.'),
      path: TemplatePath,
      category: Category,
      title: z.string().trim().min(1).max(200),
      content: z.string().min(1).max(65_536).describe('Markdown, at most 65,536 characters.'),
    }),
    output: TemplateWithContent,
  },
  deleteTemplate: {
    summary:
      'Deletes a template of the project or the organization, by its id or its path (with %2F for /). The template that it overrode applies again. A built-in template cannot be deleted.',
    method: 'DELETE',
    path: '/api/templates/:id',
    ...writesKnowledge,
    input: z.strictObject({
      id: z.string().min(1).max(200),
      project: ProjectSlug.optional().describe('With a path. Absent: the template of the organization.'),
    }),
    output: z.object({ id: z.uuid() }),
  },
})
