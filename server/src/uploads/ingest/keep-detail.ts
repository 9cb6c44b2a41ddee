import type { AttemptDetail } from '@svc/protocol'
import type { Reasons } from './reasons.ts'
import type { KeptDetail } from './segment.ts'

/** A checked detail in the form in which it is stored; undefined if it is empty. */
export function keepDetail(detail: AttemptDetail, reasons: Reasons): KeptDetail | undefined {
  const { errors = [], skip, repeat = 0, occurrence, ...rest } = detail
  const kept: KeptDetail = {
    occurrence,
    repeat,
    errors: errors.map((error) => reasons.error(error)),
    skip: skip ? reasons.skip(skip) : null,
    rest: null,
  }
  for (const _ in rest) {
    kept.rest = JSON.stringify(rest)
    break
  }
  return isEmpty(kept) ? undefined : kept
}

const isEmpty = ({ occurrence, repeat, errors, skip, rest }: KeptDetail) =>
  occurrence === undefined && repeat === 0 && errors.length === 0 && skip === null && rest === null
