import type { Category } from '../../category.ts'

/** A template of the product itself, which an organization or a project can override. */
export interface BuiltIn {
  path: string
  category: Category
  title: string
  content: string
}
