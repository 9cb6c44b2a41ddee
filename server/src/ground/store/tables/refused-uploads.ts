import type { Generated } from 'kysely'

export interface RefusedUploadTables {
  /** One kind of refused upload of an organization, at most 100 of each. */
  refused_upload: {
    id: Generated<number>
    organization_id: number
    /** Method and path, ids replaced by `:id`. */
    door: string
    code: string
    message: string
    /** Name of the key or e-mail address of the person. */
    credential: string
    count: number
    first_at: number
    last_at: number
  }
}
