export { i as readResultsSent } from "./artifact-list.js";
