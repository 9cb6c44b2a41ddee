import { textsOf, usesPackage } from '../doctor/read-config.ts'
import type { Runner } from '../doctor/runners.ts'

const SETS: Record<Runner['option'], RegExp> = {
  reporter: /\breporter['"]?\s?[:=]/,
  reporters: /\breporters['"]?\s?[:=]/,
}

/** True if files or packages that a config uses may set an option; runs none of them. */
export const mayInherit = (text: string, path: string, option: Runner['option']): boolean => {
  const [own = '', ...imported] = textsOf(text, path)
  return [own, ...imported].some(usesPackage) || imported.some((each) => SETS[option].test(each))
}
