import type { ResultStatus } from '@svc/protocol'
import { VERDICT } from '../../ground/store/tables.ts'

const STATUS = Object.fromEntries(Object.entries(VERDICT).map(([name, n]) => [n, name]))

/** The status of a result by its verdict; `verdict` is one of `VERDICT`. */
export const statusOf = (verdict: number): ResultStatus => STATUS[verdict] as ResultStatus
