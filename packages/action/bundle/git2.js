import{n as readCommits,t as gatherCode}from"./git.js";
export{gatherCode};