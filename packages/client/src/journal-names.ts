/** How the names of files with trials end, beside the journals. */
export const KEPT_EXPERIMENTS = '.experiments.json'
