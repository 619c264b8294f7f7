from __future__ import annotations

import pytest
from detect_support import finds

from privacy_chains.detect.patterns.reading import ValueReading
from privacy_chains.detect.patterns.secrets import find_passwords, find_secrets

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


@pytest.mark.parametrize(
    "text",
    [
        "key «" + "AKIA" + "IOSFODNN7EXAMPLE" + "» here",
        "«" + "ghp_" + LETTERS + "»",
        "«" + "sk-" + "proj-" + LETTERS + "»,",
        "«" + "xoxb-" + "1234567890-abcdef" + "»",
        'api_key = \'«abc123def456ghi»\', "clientSecret": "«s3cr3ts3cr3t»"',
        "Authorization: Bearer «" + LETTERS + "»",
        "«-----BEGIN RSA PRIVATE KEY-----\nMIIabc+/=\n-----END RSA PRIVATE KEY-----»",
        "«" + "AKIA" + "IOSFODNN7EXAMPLE» / «wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY»",
        "«" + "AKIA" + "IOSFODNN7EXAMPLE»\naws secret is «wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY», keep it",
        "hash «$2y$10$" + "abcdefghijklmnopqrstuv" + "wxyzABCDEFGHIJ0123456789KLMNOPQ" + "», costs 10$",
        "root:«$6$rounds=5000$saltsalt$" + LETTERS + LETTERS + "./A»:18000:0 or «$1$saltsalt$" + LETTERS[:22] + "»",
        "«$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$" + LETTERS + "», $x$ and $PATH$HOME$x",
        "-----BEGIN PRIVATE KEY----- «MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj» (cut off)",
    ],
)
def test_a_secret_is_found_by_prefix_or_label(text: str) -> None:
    assert finds(find_secrets, text, "API_KEY") == text


@pytest.mark.parametrize(
    "text",
    [
        "the secret: nobody knows",
        "token = value",
        "sk-short",
        "the key to success",
        "risk-taking-behaviour-in-adolescents",
    ],
)
def test_words_are_no_secrets(text: str) -> None:
    assert finds(find_secrets, text, "API_KEY") == text


@pytest.mark.parametrize(
    "text",
    [
        "password: «hunter2», pwd=«S3cret!x»;",
        "My password is «Tr0ub4dor&3».",
        "Mon mot de passe est «Soleil#2024», mein Kennwort lautet «Sonne!24»",
        "postgres://bob:«pa55»@db.example.com/x",
        'smtp.login("anna@example.com", "«Winter2026!»")',
        "requests.get(url, auth=('anna', '«s3cret»'))",
        "auth_mode(\"a\", 'b'); login(user, password); connect('host', 5432)",
        "the password is correct, password reset 5 times, password=auth[1], passwd = read_pass(prompt)",
    ],
)
def test_a_password_is_found_where_it_is_announced(text: str) -> None:
    assert finds(find_passwords, text, "PASSWORD") == text


@pytest.mark.parametrize(
    "text",
    [
        "pw: «hunter2!», pw=«S3cr3tPw9», psw: «S3cr3tPw9», mdp : «S3cr3tPw9», clave: «S3cr3tPw9»",
        "DB_PASSWORD=«S3cr3tPw9» PGPASSWORD=«S3cr3tPw9» dbPassword: «S3cr3tPw9»; Benutzerkennwort: «S3cr3tPw9»",
        '{"adminPassword": "«S3cr3tPw9»"}',
        "the wifi pw is «Tangerine!77fox», pwd «Winter2026!Rosie»",
        "creds: bob/«S3cr3tPw9», credentials: bob:«hunter2!», login: bob@example.com / «S3cr3tPw9»",
        "**Password:** «S3cr3tPw9»\n**Password**: «S3cr3tPw9»\n**Password: «S3cr3tPw9»**\nPassword: **«S3cr3tPw9»**",
        "- `password`: `«S3cr3tPw9»`.\n*Password:* *«hunter2!»*",
        "<td>Password</td>\n<td>«S3cr3tPw9»</td> <password>«S3cr3tPw9»</password> <b>Password:</b> «S3cr3tPw9»",
        "| Password | «S3cr3tPw9» |\nPassword\t«S3cr3tPw9»",
        "Password ........ «S3cr3tPw9»\nPassword \u2192 «S3cr3tPw9»\nPassword;«S3cr3tPw9»",
        "'password' => '«S3cr3tPw9»', password := \"«S3cr3tPw9»\", if password == \"«S3cr3tPw9»\":",
    ],
)
def test_short_words_names_and_marks_announce_a_password(text: str) -> None:
    assert finds(find_passwords, text, "PASSWORD") == text


@pytest.mark.parametrize(
    "text",
    [
        "pw = get_password(); pw = get_password2(); pw = widths2[0]; if pw == pw2: pass; pw=1024, pw = 12.5",
        "OLDPWD=/home/build7; dbPassword = getPassword(); newPassword: str = None",
        "La clave: tres puntos. La clave es la constancia. clave = usuario; palabra clave: seguridad",
        "password reset_v2, password field_2, password Base64, password SHA-256, the password > 8 characters",
        "password... help! Forgot your password \u2192 click here; if password == confirm1: pass",
        "creds: see vault/prod; login: auth/oauth2; login: 2026/05/01; <th>Password</th><th>User</th>",
    ],
)
def test_code_and_prose_hold_no_password(text: str) -> None:
    assert finds(find_passwords, text, "PASSWORD") == text


@pytest.mark.parametrize(
    "text",
    [
        '{"username": "«annamaria»", "login": "«k.soze»", "user_name": "string"}',
        "<td>Login</td><td>«anna42»</td>, User;«anna42»\nUser ........ «anna42»\n| User | «anna42» |; Set | Login2",
        "<username>«anna42»</username>, **User:** «anna42», creds: «bob»/S3cr3tPw9",
        "user=«anna42»&x=1; login: «kaiser_42», screen name: «b0b»",
        "ssh -i key «jvargas»@10.20.31.7 && psql -U «jvargas» -h db; mysqldump -u «anna.k» -p x; psql -U postgres",
        "username = request.form['username']; username: str = None; user: anna, login: now",
    ],
)
def test_names_of_users_are_found_behind_their_keys(text: str) -> None:
    assert finds(find_passwords, text, "USERNAME") == text


def test_who_asks_a_server_is_found_with_the_password() -> None:
    text = "$ curl -s -u kwame.boateng:Sup3rS3cret! https://git.example/api\ncurl --user 'ann:x1y2z3' -o a.txt"
    kinds = [(text[found.start : found.end], found.entity_type) for found in find_passwords(ValueReading(text))]
    assert kinds == [
        ("kwame.boateng", "USERNAME"),
        ("Sup3rS3cret!", "PASSWORD"),
        ("ann", "USERNAME"),
        ("x1y2z3", "PASSWORD"),
    ]
    assert not list(find_passwords(ValueReading("curl -u $USER https://x.y and tar -a b:c; docker run -u 1000:1000 x")))
