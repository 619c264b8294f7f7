from __future__ import annotations

import pytest
from detect_support import finds

from privacy_chains.detect.patterns.commands import find_on_command_lines


@pytest.mark.parametrize(
    "text",
    [
        "mysql -u reporting -p«Gr33nTurtle» -h db; mysqldump -uroot -p«s3cr3tX9» db; mariadb-dump -p'«a b1 c»' db",
        "mysql \\\n  -u anna \\\n  -p«s3cr3tX9» db",
        "sshpass -p '«Hunter22!»' ssh a@b; sshpass -p«Hunter22» ssh -p 2222 a@b",
        "redis-cli -a «s3cr3tX9» ping && ldapsearch -x -w «s3cr3tX9»; smbclient //h/s -U bob%«S3cr3tPw9»",
        "htpasswd -b f bob «S3cr3tX9»\nhtpasswd -nbB bob «S3cr3tX9» > f",
        'echo «S3cr3tPw9» | sudo -S apt update; echo "«My pass 12»" | sudo -S ls',
        "docker login -u bob -p «S3cr3tPw9» reg.example; unzip -P «S3cr3tPw9» a.zip; plink -pw «S3cr3tPw9» host",
        "tool --password «S3cr3tPw9» --db-password «x1y2z3»",
        "tool --db-password «x1y2z3»",
    ],
)
def test_programs_are_given_passwords(text: str) -> None:
    assert finds(find_on_command_lines, text, "PASSWORD") == text


@pytest.mark.parametrize(
    "text",
    [
        "mkdir -p build2/out; ssh -p 2222 h; docker run -p 8080:80 mysql; cp -p a b2; docker run mysql -p3306:3306",
        "mysql -u root -p mydb1; psql -p 5433; sshpass -f file1 ssh -p 2222 h; docker login && docker run -p 80:8080",
        'mysql -p"$DB_PASS" db; redis-cli -a $REDIS; sshpass -p "${PW}" ssh h; ldapadd -w <password>; mysql -p$(x)',
        "echo hello1 | sudo tee x; echo a1b2c3 | grep -S; zip -r P1.zip x; use --password file; --pass the ball",
        "htpasswd -c file1 user1",
    ],
)
def test_other_options_are_left_alone(text: str) -> None:
    assert finds(find_on_command_lines, text, "PASSWORD") == text
