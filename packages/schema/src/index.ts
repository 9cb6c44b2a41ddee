export { type Access, type Operation, operations } from './operation.ts'
