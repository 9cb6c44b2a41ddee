import { cut, oneLine } from './width.ts'

const CELLS = 80

/** A name that anybody can choose, in a sentence of ours: between marks that it cannot end, on one line, and cut. */
export const quotedName = (name: string): string =>
  `"${cut(oneLine(name), CELLS).replace(/[\\"“”‟″〝〞＂]/g, (mark) => `\\${mark === '\\' ? mark : '"'}`)}"`

/** A name of letters, digits and `_.@+/-`, as most are, as it is; any other is quoted. */
export const plainName = (name: string): string => (/^[\w.@+/-]{1,250}$/.test(name) ? name : quotedName(name))
