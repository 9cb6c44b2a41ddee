export { a as readResultsSent } from "./artifact-list.js";
