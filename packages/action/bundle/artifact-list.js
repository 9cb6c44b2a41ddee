import{a as readResultsSent,i as readKept,n as lineOf,o as removeKept,r as markResultsSent,t as LIST}from"./artifact-list2.js";
export{readResultsSent};