import { code } from '../../../ground/kernel/quoted.ts'

/** Foreign text as code: on one line, short, and without a mark that would end it. */
export const quote = (text: string): string => code(text.trim(), 90)
