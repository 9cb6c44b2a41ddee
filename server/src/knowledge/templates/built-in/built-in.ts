import type { Category } from '../../category.ts'
import { architectureTemplates } from './architecture.ts'
import { contractTemplates } from './contracts.ts'
import { patternTemplates } from './patterns.ts'

export type { Category } from '../../category.ts'

/** A template of the product itself, which an organization or a project can override. */
export interface BuiltIn {
  path: string
  category: Category
  title: string
  content: string
}

export const BUILT_IN: readonly BuiltIn[] = [
  ...architectureTemplates,
  ...patternTemplates,
  ...contractTemplates,
]
