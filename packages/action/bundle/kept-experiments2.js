import{n as sendOrKeep,t as flushKept}from"./kept-experiments.js";
export{flushKept};