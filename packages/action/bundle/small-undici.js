import{At as fetch,Ft as init_small_undici,Mt as import_env_http_proxy_agent,Nt as import_pool,Pt as import_proxy_agent,jt as import_connect}from"./core.js";
init_small_undici();
var EnvHttpProxyAgent=import_env_http_proxy_agent.default;
var Pool=import_pool.default;
var ProxyAgent=import_proxy_agent.default;
var buildConnector=import_connect.default;
export{EnvHttpProxyAgent,Pool,ProxyAgent,buildConnector,fetch};