import{Ft as import_proxy_agent,It as init_small_undici,Mt as import_connect,Nt as import_env_http_proxy_agent,Pt as import_pool,jt as fetch}from"./core.js";
init_small_undici();
var EnvHttpProxyAgent=import_env_http_proxy_agent.default;
var Pool=import_pool.default;
var ProxyAgent=import_proxy_agent.default;
var buildConnector=import_connect.default;
export{EnvHttpProxyAgent,Pool,ProxyAgent,buildConnector,fetch};