# qiyue relay 和 qiyue doctor
