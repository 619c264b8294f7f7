"""Names of what programs are made with, which a network takes for firms, and which name nobody.

Those of programs that people use, such as browsers, are not among them: there the line to firms is thin.
"""

from __future__ import annotations

from privacy_chains.lazy import lazily

__all__ = ["is_software"]

_WORD = lazily(r"[\w+#.]+")
_VERSION = lazily(r"v?[0-9][0-9.]*")
_NAMES = frozenset(
    _WORD.findall(
        "airflow angular ansible argocd asp.net babel bash bootstrap c# c++ cassandra celery clickhouse"
        " cmake cron css csv cuda cypress django docker dotnet dynamodb elasticsearch eslint etcd"
        " express.js fastapi flask fluentd git golang gradle grafana graphql grpc gunicorn hadoop haproxy"
        " hibernate html html5 http https hugo istio java javascript jinja jquery json junit jupyter jwt"
        " k8s kafka keras keycloak kibana kotlin kubernetes langchain laravel ldap learn llamaindex"
        " logstash lua mac mariadb matlab maven memcached minio mongodb mqtt mypy mysql neo4j next.js nginx"
        " node node.js nodejs npm numpy oauth openapi openssl openvpn pandas perl php pip playwright podman"
        " postgres postgresql powershell prometheus pydantic pytest python pytorch rabbitmq react redis"
        " redux rust sass scikit scipy selenium sklearn soap spark sqlalchemy sqlite ssh svelte swagger"
        " swift systemd tcp tensorflow terraform tls tomcat typescript uvicorn vite vue vue.js webpack"
        " websocket xml yaml zookeeper"
    )
)


def is_software(name: str) -> bool:
    """Whether a name is that of such software in any letter case, perhaps with a version: ``PostgreSQL 15``."""
    words = _WORD.findall(name.lower())
    named = [word for word in words if not _VERSION.fullmatch(word)]
    return bool(named) and _NAMES.issuperset(named)
