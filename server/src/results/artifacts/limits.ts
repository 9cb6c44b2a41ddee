/** Size limits of attachments. */
export interface ArtifactLimits {
  /** One artifact. */
  fileBytes: number
  /** Artifacts of one execution. */
  executionFiles: number
  /** All artifacts of one execution together. */
  executionBytes: number
}
