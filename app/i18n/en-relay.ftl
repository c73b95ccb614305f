# qiyue relay and qiyue doctor
