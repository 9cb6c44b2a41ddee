import { architectureTemplates } from './architecture.ts'
import { contractTemplates } from './contracts.ts'
import { patternTemplates } from './patterns.ts'
import type { BuiltIn } from './template.ts'

export type { Category } from '../../category.ts'

export const BUILT_IN: readonly BuiltIn[] = [
  ...architectureTemplates,
  ...patternTemplates,
  ...contractTemplates,
]
